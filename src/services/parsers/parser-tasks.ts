import type { ImageToConvert } from '../media/convert-image.ts'
import type { FileToPlan } from '../media/embed-packet.ts'
import type { ContentType } from '../media/file-type.ts'
import type { ContainerToInspect } from '../media/inspect-container.ts'
import type { ImageToTake } from '../media/take-image.ts'
import type { ImageToLabel } from '../provenance/label-image.ts'
import type { FileToMark } from '../provenance/mark-file.ts'
import type { FileToRead } from '../provenance/read-marks.ts'
import type { HeicToDecode } from '../upload-validation/decode-heic.ts'
import type { ImageToRewrite } from '../upload-validation/rewrite-image.ts'

/** Reads from byte `start` to before byte `end`. */
export type ReadFile = (start: number, end: number) => Promise<Buffer>

/** Signs a claim of a manifest; answers its COSE signature. */
export type SignClaim = (claim: Uint8Array) => Promise<Uint8Array>

/** What a task may ask the process that runs it: parts of its file, and a signature. */
export type ParserRequests = { read: ReadFile; sign: SignClaim }

/**
 * Everything that parses the bytes of people and providers, by name. It runs in a process of its
 * own (parser-pool.ts), which loads what a task needs when it first runs. An input and a result are
 * plain data.
 */
export const parserTasks = {
  inspectContainer: async (file: ContainerToInspect, { read }: ParserRequests) =>
    (await import('../media/inspect-container.ts')).inspectContainer(read, file),

  inspectImage: async (image: { content: Uint8Array | string; contentType: ContentType }) =>
    (await import('../media/read-image.ts')).inspectImage(image),

  takeImage: async (image: ImageToTake, { sign }: ParserRequests) =>
    (await import('../media/take-image.ts')).takeImage(image, sign),

  shrinkImage: async (image: { content: Uint8Array | string; maxPixels: number }) =>
    (await import('../media/read-image.ts')).shrinkImage(image),

  readThumbnail: async (image: { content: Uint8Array }) =>
    (await import('../media/read-image.ts')).readThumbnail(image),

  drawPreview: async (image: { content: Uint8Array; maxPixels: number }) =>
    (await import('../media/read-image.ts')).drawPreview(image),

  readImageHead: async (file: { path: string; format: string }) =>
    (await import('../upload-validation/rewrite-image.ts')).readImageHead(file),

  rewriteImage: async (image: ImageToRewrite) =>
    (await import('../upload-validation/rewrite-image.ts')).rewriteImage(image),

  decodeHeic: async (image: HeicToDecode) =>
    (await import('../upload-validation/decode-heic.ts')).decodeHeic(image),

  readGif: async (file: { path: string }) =>
    (await import('../upload-validation/read-gif.ts')).readGif(file.path),

  findMetadata: async (file: { bytes: number; contentType: string }, { read }: ParserRequests) =>
    (await import('../upload-validation/find-metadata.ts')).findMetadata(read, file),

  planPacket: async (file: FileToPlan, { read }: ParserRequests) =>
    (await import('../media/embed-packet.ts')).planPacket(read, file),

  markFile: async (file: FileToMark, { sign }: ParserRequests) =>
    (await import('../provenance/mark-file.ts')).markFile(file, sign),

  labelImage: async (image: ImageToLabel) =>
    (await import('../provenance/label-image.ts')).labelImage(image),

  readMarks: async (file: FileToRead) =>
    (await import('../provenance/read-marks.ts')).readMarks(file),

  convertImage: async (image: ImageToConvert) =>
    (await import('../media/convert-image.ts')).convertImage(image),
}

export type TaskName = keyof typeof parserTasks

export type TaskInput<Name extends TaskName> = Parameters<(typeof parserTasks)[Name]>[0]

export type TaskResult<Name extends TaskName> = Awaited<ReturnType<(typeof parserTasks)[Name]>>
