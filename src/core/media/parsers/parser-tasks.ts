import type { ImageToLabel } from '#core/provenance/label-image.ts'
import type { FileToMark } from '#core/provenance/mark-file.ts'
import type { FileToRead } from '#core/provenance/read-marks.ts'
import type { ImageToConvert } from '../convert-image.ts'
import type { FileToPlan } from '../embedding/embed-packet.ts'
import type { ContentType } from '../file-type.ts'
import type { ContainerToInspect } from '../inspect-container.ts'
import type { ImageToTake } from '../take-image.ts'
import type { HeicToDecode } from '../validation/decode-heic.ts'
import type { ImageToRewrite } from '../validation/rewrite-image.ts'

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
    (await import('../inspect-container.ts')).inspectContainer(read, file),

  inspectImage: async (image: { content: Uint8Array | string; contentType: ContentType }) =>
    (await import('../read-image.ts')).inspectImage(image),

  takeImage: async (image: ImageToTake, { sign }: ParserRequests) =>
    (await import('../take-image.ts')).takeImage(image, sign),

  shrinkImage: async (image: { content: Uint8Array | string; maxPixels: number }) =>
    (await import('../read-image.ts')).shrinkImage(image),

  readThumbnail: async (image: { content: Uint8Array }) =>
    (await import('../read-image.ts')).readThumbnail(image),

  drawPreview: async (image: { content: Uint8Array; maxPixels: number }) =>
    (await import('../read-image.ts')).drawPreview(image),

  readImageHead: async (file: { path: string; format: string }) =>
    (await import('../validation/rewrite-image.ts')).readImageHead(file),

  rewriteImage: async (image: ImageToRewrite) =>
    (await import('../validation/rewrite-image.ts')).rewriteImage(image),

  decodeHeic: async (image: HeicToDecode) =>
    (await import('../validation/decode-heic.ts')).decodeHeic(image),

  readGif: async (file: { path: string }) =>
    (await import('../validation/read-gif.ts')).readGif(file.path),

  findMetadata: async (file: { bytes: number; contentType: string }, { read }: ParserRequests) =>
    (await import('../validation/find-metadata.ts')).findMetadata(read, file),

  planPacket: async (file: FileToPlan, { read }: ParserRequests) =>
    (await import('../embedding/embed-packet.ts')).planPacket(read, file),

  markFile: async (file: FileToMark, { sign }: ParserRequests) =>
    (await import('#core/provenance/mark-file.ts')).markFile(file, sign),

  labelImage: async (image: ImageToLabel) =>
    (await import('#core/provenance/label-image.ts')).labelImage(image),

  readMarks: async (file: FileToRead) =>
    (await import('#core/provenance/read-marks.ts')).readMarks(file),

  convertImage: async (image: ImageToConvert) =>
    (await import('../convert-image.ts')).convertImage(image),
}

export type TaskName = keyof typeof parserTasks

export type TaskInput<Name extends TaskName> = Parameters<(typeof parserTasks)[Name]>[0]

export type TaskResult<Name extends TaskName> = Awaited<ReturnType<(typeof parserTasks)[Name]>>
