import { answerQuestion, type Question } from './answer-question.ts'
import { type AudioRequest, renderAudio } from './audio.ts'
import { type EditedImage, type EditRequest, editImage } from './images/edit-image.ts'
import { type ImageRequest, renderImage } from './images/render-image.ts'
import { renderVideo } from './video/encode-video.ts'
import type { VideoRequest } from './video/video-frames.ts'

export type { AudioRequest }

/** Renders every kind of output as a file; an answer as text. */
export type MediaRenderer = {
  image(request: ImageRequest): Promise<Uint8Array>
  edit(request: EditRequest): Promise<EditedImage>
  video(request: VideoRequest, isCancelled?: () => boolean): Promise<RenderedVideo>
  audio(request: AudioRequest): Promise<Uint8Array>
  answer(request: Question): Promise<string>
}

export type RenderedVideo = {
  data: Uint8Array
  width: number
  height: number
  fps: number
  frames: number
}

/** Renders for real. It blocks the thread, so use it on a worker thread. */
export const mediaRenderer: MediaRenderer = {
  image: async (request) => new Uint8Array(await renderImage(request)),
  edit: editImage,
  video: async (request, isCancelled) => {
    const { width, height, fps, frames } = request
    return { data: await renderVideo(request, isCancelled), width, height, fps, frames }
  },
  audio: async (request) => renderAudio(request),
  answer: answerQuestion,
}
