"""The model of magnets and reed switches."""

import math

import pytest

from host import profiles
from host.hardware import reach
from host.hardware.reach import Magnet

LARGE, SMALL = Magnet(10, 3), Magnet(8, 3)


def test_right_over_the_middle_of_a_flat_switch_there_is_no_field_along_it():
    assert reach.field_mt(LARGE, 0, 0, offset=0) == pytest.approx(0, abs=1e-9)
    assert reach.field_mt(LARGE, reach.REED_OFFSET_MM, 0) == pytest.approx(0, abs=1e-9)


def test_both_ends_feel_the_same():
    assert reach.field_mt(LARGE, 9, 0, offset=0) == pytest.approx(reach.field_mt(LARGE, -9, 0, offset=0))


def test_the_field_is_the_dipole_s_averaged_along_the_switch():
    moment = reach.REMANENCE_T * math.pi * 0.005**2 * 0.003 / (4e-7 * math.pi)
    z = (reach.DEPTH_MM + 1.5) / 1000
    steps, total = 20000, 0.0
    for step in range(steps):
        x = (-9 + 18 * (step + 0.5) / steps + reach.REED_OFFSET_MM - 4) / 1000
        y = -0.003
        total += 1e-7 * moment * 3 * x * z / (x * x + y * y + z * z) ** 2.5
    assert reach.field_mt(LARGE, 4, 3) == pytest.approx(abs(total) / steps * 1000, rel=1e-4)


def test_a_standing_switch_has_no_dead_zone_in_the_middle():
    assert reach.standing_mt(LARGE, 0, 0) > reach.standing_mt(LARGE, 5, 0) > reach.CLOSES_MT
    assert reach.standing_mt(LARGE, 50, 0) < reach.STAYS_OPEN_MT


def test_a_switch_under_the_middle_misses_pieces_in_the_middle():
    assert reach.weakest_mt(LARGE, offset=0) < reach.STAYS_OPEN_MT


@pytest.mark.parametrize("pitch", [40, 42, 45, 50, 57])
def test_the_magnet_for_a_square_closes_its_own_switch_only(pitch):
    magnet = reach.magnet_for(pitch)
    assert reach.weakest_mt(magnet) >= reach.CLOSES_MT
    assert reach.neighbour_mt(magnet, pitch) <= reach.STAYS_OPEN_MT


def test_the_larger_magnet_reaches_too_far_on_small_squares():
    assert reach.neighbour_mt(LARGE, 40) > reach.STAYS_OPEN_MT
    assert reach.magnet_for(40) == SMALL and reach.magnet_for(45) == LARGE


@pytest.mark.parametrize("name", profiles.names())
def test_the_switch_stays_under_its_own_square(name):
    pitch = profiles.read(name)["board"]["pitch_mm"]
    assert -pitch / 2 < reach.REED_OFFSET_MM - reach.REED_MM / 2 and reach.REED_OFFSET_MM + reach.REED_MM / 2 < pitch / 2
