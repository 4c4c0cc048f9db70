import { m } from '#web/messages/compiled/messages.js'

/** What players say, in the reader's language. */
export function playerTexts() {
  return {
    play: m.player_play(),
    pause: m.player_pause(),
    mute: m.player_mute(),
    unmute: m.player_unmute(),
    volume: m.player_volume(),
    loop: m.player_loop(),
    fullScreen: m.player_full_screen(),
    leaveFullScreen: m.player_leave_full_screen(),
    seek: m.player_seek(),
    position: (at: string, of: string) => m.player_position({ at, of }),
    failed: m.player_failed(),
  }
}

/** What a comparison of an original with its edit says. */
export function comparisonTexts() {
  return {
    slider: m.compare_slider(),
    before: m.compare_before(),
    after: m.compare_after(),
    share: (percent: number) => m.compare_share({ percent }),
  }
}
