import type { ClipRequest } from '../films/film-frames.ts'
import type { EditedPicture, EditRequest } from '../pictures/editing/edit-picture.ts'
import type { PictureRequest } from '../pictures/render-picture.ts'
import type { SoundRequest } from '../sounds/make-sound.ts'

/** Everything that can be made, as files; an answer as text. */
export type Studio = {
  picture(request: PictureRequest): Promise<Uint8Array>
  edit(request: EditRequest): Promise<EditedPicture>
  clip(request: ClipRequest): Promise<Clip>
  sound(request: SoundRequest): Promise<Uint8Array>
  answer(request: { picture: Uint8Array; question: string }): Promise<string>
}

export type Clip = { data: Uint8Array; width: number; height: number; fps: number; frames: number }
