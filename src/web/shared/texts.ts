import type { Allowance } from '#core/accounts/rules/allowances.ts'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { formatNumber, formatTime } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'

/** The texts of players, in the reader's language. */
export function playerTexts() {
  return {
    play: m.player_play(),
    pause: m.player_pause(),
    mute: m.player_mute(),
    unmute: m.player_unmute(),
    volume: m.player_volume(),
    loop: m.player_loop(),
    speed: m.player_speed(),
    fullScreen: m.player_full_screen(),
    leaveFullScreen: m.player_leave_full_screen(),
    seek: m.player_seek(),
    position: (at: string, of: string) => m.player_position({ at, of }),
    failed: m.player_failed(),
  }
}

/** The texts of a comparison of an original with its edit. */
export function comparisonTexts() {
  return {
    slider: m.compare_slider(),
    before: m.compare_before(),
    after: m.compare_after(),
    share: (percent: number) => m.compare_share({ percent }),
  }
}

/** The texts of every viewer about the size of an image, and about its group. */
export function viewerTexts() {
  return {
    larger: m.viewer_larger(),
    smaller: m.viewer_smaller(),
    fit: (percent: number) => m.viewer_fit({ percent }),
    failed: m.viewer_failed(),
    strip: m.viewer_strip(),
    inStrip: (at: number) => m.viewer_in_strip({ at }),
  }
}

/**
 * Why a job waits and how long at most, where that is not its place in the queue; otherwise `null`.
 */
export function waitingReason({ waiting_reason, waiting_until }: GenerationView): string | null {
  if (!waiting_reason) return null
  return waiting_until
    ? m.work_unconfirmed_until({ time: formatTime(waiting_until) })
    : m.work_unconfirmed()
}

/** The label of the button that cancels a job. */
export function cancelLabel({ waiting_reason }: GenerationView): string {
  return waiting_reason ? m.work_stop_waiting() : m.stage_cancel()
}

/** An allowance with its period: “100 credits a day”. */
export function allowanceText({ credits, period }: Pick<Allowance, 'credits' | 'period'>): string {
  const texts = {
    day: m.account_studio_allowance_day,
    week: m.account_studio_allowance_week,
    month: m.account_studio_allowance_month,
  }
  return texts[period]({ credits: formatNumber(credits) })
}
