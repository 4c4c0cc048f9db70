import { makeClip } from '../films/make-clip.ts'
import { editPicture } from '../pictures/editing/edit-picture.ts'
import { renderPicture } from '../pictures/render-picture.ts'
import { answerQuestion } from '../seeing/answer-question.ts'
import { makeSound } from '../sounds/make-sound.ts'
import type { Studio } from './studio.ts'

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
