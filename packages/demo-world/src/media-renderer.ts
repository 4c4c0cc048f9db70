import { answerQuestion } from './answer-question.ts'
import { makeSound, type SoundRequest } from './audio.ts'
import { type EditedPicture, type EditRequest, editPicture } from './images/edit-image.ts'
import { type PictureRequest, renderPicture } from './images/render-image.ts'
import { makeClip } from './video/encode-video.ts'
import type { ClipRequest } from './video/video-frames.ts'

/** Everything that can be made, as files; an answer as text. */
export type Studio = {
  picture(request: PictureRequest): Promise<Uint8Array>
  edit(request: EditRequest): Promise<EditedPicture>
  clip(request: ClipRequest): Promise<Clip>
  sound(request: SoundRequest): Promise<Uint8Array>
  answer(request: { picture: Uint8Array; question: string }): Promise<string>
}

export type Clip = { data: Uint8Array; width: number; height: number; fps: number; frames: number }

/** The real work. It computes, and it belongs on a worker thread. */
export const craft: Studio = {
  picture: async (request) => new Uint8Array(await renderPicture(request)),
  edit: editPicture,
  clip: async (request) => {
    const { width, height, fps, frames } = request
    return { data: await makeClip(request), width, height, fps, frames }
  },
  sound: async (request) => makeSound(request),
  answer: answerQuestion,
}
