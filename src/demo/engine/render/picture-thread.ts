import type { PictureRequest } from '../../pictures/render-picture.ts'
import { openStudio } from './render-thread.ts'

export type PictureThread = {
  render(request: PictureRequest): Promise<Buffer>
  close(): Promise<void>
}

/** Renders pictures one after another on a thread of its own. */
export function openPictureThread(): PictureThread {
  const studio = openStudio()
  return { render: async (request) => Buffer.from(await studio.picture(request)), close: studio.close }
}
