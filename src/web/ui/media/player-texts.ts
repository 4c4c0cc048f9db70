/** The texts of a player. */
export type PlayerTexts = {
  play: string
  pause: string
  mute: string
  unmute: string
  volume: string
  loop: string
  speed: string
  fullScreen: string
  leaveFullScreen: string
  seek: string
  /** “0:03 of 0:05” */
  position: (at: string, of: string) => string
  /** Shown where this browser cannot play the file. */
  failed: string
}

/** 65 is “1:05”, 3665 is “1:01:05”; an unknown length is “0:00”. Takes seconds. */
export function clockText(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const tail = String(whole % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}
