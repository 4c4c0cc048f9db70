/** Everything a player says. */
export type PlayerTexts = {
  play: string
  pause: string
  mute: string
  unmute: string
  volume: string
  loop: string
  fullScreen: string
  leaveFullScreen: string
  seek: string
  /** “0:03 of 0:05” */
  position: (at: string, of: string) => string
  /** Shown where this browser cannot play the file. */
  failed: string
}
