"""Says the turns in people's notation: `python speaker.py cs` in Czech, `sk` in Slovak; give it to a speech program, or read it aloud."""

import sys

import reedboard

language = sys.argv[1] if len(sys.argv) > 1 else "en"
with reedboard.Board(*sys.argv[2:3]) as board:
    print("ready", flush=True)
    game = board.game
    for event in board.events():
        if isinstance(event, reedboard.Turn):
            turn = game.parse_turn(event.text)
            print(f"{event.number}. {reedboard.write_turn(game, turn, language)}", flush=True)
        if isinstance(event, reedboard.Result):
            print(event.result, event.reason, flush=True)
        if not isinstance(event, (reedboard.Toggle, reedboard.Lamps)):
            game = board.game
