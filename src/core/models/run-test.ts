import { setTimeout as delay } from 'node:timers/promises'
import {
  type Asset,
  type InputFile,
  type JobReference,
  type Output,
  type Provider,
  ProviderError,
} from '#providers/provider.ts'
import type { Accept } from './rules/fields.ts'
import { filesOf, withFiles } from './rules/file-field.ts'
import type { Model, ResultShape } from './rules/model.ts'
import { sampleFile } from './sample-files.ts'

/** The start of addresses that stand for sample files; nothing can be uploaded there. */
const samples = '/media/sample/'

/** The address that stands for a sample file in the input of a test. */
export function sampleAddress(accept: Accept): string {
  return `${samples}${accept}`
}

/** What a test sends. `input`: accepted by the model; `endpoint`: where it goes. */
export type ModelTest = {
  provider: Provider
  model: Model
  endpoint: string
  input: Record<string, unknown>
  /** The longest time that the job may take, in ms. */
  deadline: number
}

/** What came of it: the result as the product reads it, and its files. */
export type TestResult = Output & { files: TestedFile[]; problems: string[] }

/** A result file that was downloaded; `bytes`: its size. */
type TestedFile = Pick<Asset, 'medium'> & { bytes: number }

/**
 * Runs one job of a model at its provider, which bills it, and downloads its files: no account is
 * charged and nothing is stored. Throws `ProviderError`.
 */
export async function runModelTest(test: ModelTest): Promise<TestResult> {
  const { provider, model, endpoint, deadline } = test
  const { input, files } = await withSamples(test)
  const body = model.toProvider(input, endpoint)
  const end = Date.now() + deadline
  const { job, output: answered } = await provider.submit(endpoint, body, {
    startWithin: deadline,
    ...(files && { files }),
  })
  const output = answered ?? (await awaitResult(provider, job, end))
  const found = await Promise.all(output.assets.map((asset) => measure(provider, asset)))
  return { ...output, files: found, problems: problemsOf(model.result, output) }
}

/** The input with each sample file uploaded to the provider, or beside the request. */
async function withSamples({ provider, model, input }: ModelTest) {
  const files = new Map<string, InputFile>()
  const addresses = filesOf(model.fields, input).map(async ({ address, accept }, index) => {
    if (!address.startsWith(samples)) return webAddress(address)
    const file = await sampleFile(accept)
    if (provider.upload) return provider.upload(file)
    const name = `input-file:${index}`
    files.set(name, file)
    return name
  })
  const named = withFiles(model.fields, input, await Promise.all(addresses))
  return { input: named, files: files.size > 0 ? files : undefined }
}

/** Files of accounts are out of reach. Throws an error that says so. */
function webAddress(address: string): string {
  if (address.startsWith('/')) throw new Error(`${address} is not an address of the web`)
  return address
}

const pollPause = 1_000

/** Polls a job until it ends; one that takes longer than it may is cancelled. */
async function awaitResult(provider: Provider, job: JobReference, end: number): Promise<Output> {
  while ((await provider.status(job)).state !== 'finished') {
    if (Date.now() > end) {
      await provider.cancel(job)
      throw new ProviderError('timeout', 'The job took too long and was cancelled', {
        delivery: 'unknown',
        retryable: false,
      })
    }
    await delay(pollPause)
  }
  return provider.result(job)
}

const limits = { maxBytes: 1024 ** 3, idleTime: 30_000, time: 600_000 }

async function measure(provider: Provider, { medium, url }: Asset): Promise<TestedFile> {
  let bytes = 0
  for await (const chunk of await provider.download(url, limits)) bytes += chunk.byteLength
  return { medium, bytes }
}

/** What is wrong with a result for a model of this shape. */
function problemsOf(shape: ResultShape, { assets, text }: Output): string[] {
  if (shape === 'text') return text ? [] : ['the answer has no text']
  const medium = shape === 'images' ? 'image' : shape
  const other = assets.find((asset) => asset.medium !== medium)
  if (assets.length === 0) return [`the answer has no ${medium}`]
  return other ? [`the answer has a file of another type: ${other.medium}`] : []
}
