import { m } from '#web/messages/compiled/messages.js'

/** What every viewer says of how large a picture is, and of what belongs together. */
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
