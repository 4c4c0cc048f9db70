import { jobError, notFinished } from '../http/http-error.ts'
import { mediumOfName } from '../http/medium.ts'
import type { Asset, Output, ProviderError } from '../provider.ts'
import type { Queue } from './server.ts'
import { seedOf } from './workflow.ts'

type Entry = Record<string, unknown>
type File = { filename: string; subfolder: string; type: string }

const maxAssets = 64
/** The largest number that the database's columns hold. */
const maxInteger = 2 ** 31 - 1

/** Why there is no result of a job that the history does not have. */
export function isUnfinished({ running, pending }: Queue, id: string): ProviderError {
  return running.includes(id) || pending.includes(id)
    ? notFinished()
    : jobError('not_found', 'The ComfyUI server does not know the job')
}

/** How long a job ran, in ms, by the server's own messages. */
export function runTimeOf(entry: Entry): number | null {
  const timeOf = (name: string) => Number(messageOf(entry, name)?.timestamp ?? Number.NaN)
  const ms = timeOf('execution_success') - timeOf('execution_start')
  return ms >= 0 && ms <= maxInteger ? Math.round(ms) : null
}

/**
 * Reads the output of an ended job: the files that its nodes saved, in the order of the nodes.
 * Throws `ProviderError` for one that failed or was interrupted.
 */
export function outputOf(entry: Entry, id: string, serverUrl: string): Output {
  if (messageOf(entry, 'execution_interrupted')) throw jobError('cancelled', null)
  const failure = messageOf(entry, 'execution_error')
  if (failure || asObject(entry.status).status_str === 'error') {
    const { node_type: node, exception_message: message } = failure ?? {}
    throw jobError('unknown', [node, message].filter(Boolean).join(': ') || `Job ${id} failed`)
  }
  const nodes = Object.values(asObject(entry.outputs)).map(asObject)
  const saved = nodes.flatMap(filesOf)
  // Previews count only where nothing was saved.
  const kept = saved.some(({ type }) => type === 'output')
    ? saved.filter(({ type }) => type === 'output')
    : saved
  const texts = nodes.flatMap(({ text }) => (Array.isArray(text) ? text : []))
  const workflow = Array.isArray(entry.prompt) ? entry.prompt[2] : null
  return {
    assets: kept.flatMap((file) => assetOf(file, serverUrl)).slice(0, maxAssets),
    text: texts.filter((text) => typeof text === 'string').join('\n') || null,
    seed: seedOf(workflow),
    prompt: null,
  }
}

/** Nodes name their files `images`, `gifs`, `videos` or `audio`. */
function filesOf(node: Entry): File[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : []))
    .map(asObject)
    .filter((file) => typeof file.filename === 'string')
    .map(({ filename, subfolder, type }) => ({
      filename: String(filename),
      subfolder: String(subfolder ?? ''),
      type: String(type ?? 'output'),
    }))
}

function assetOf(file: File, serverUrl: string): Asset[] {
  const medium = mediumOfName(file.filename)
  if (!medium) return []
  const url = `${serverUrl}/view?${new URLSearchParams(file)}`
  return [{ medium, url, width: null, height: null, flagged: false }]
}

/** The status of an entry has messages `[name, data]`. */
function messageOf(entry: Entry, name: string): Entry | null {
  const { messages } = asObject(entry.status)
  const found = (Array.isArray(messages) ? messages : []).find(
    (message) => Array.isArray(message) && message[0] === name,
  )
  return found ? asObject(found[1]) : null
}

function asObject(value: unknown): Entry {
  return typeof value === 'object' && value !== null ? (value as Entry) : {}
}
