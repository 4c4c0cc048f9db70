import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { InputFile, JobReference, Output, Provider } from '#providers/provider.ts'

/**
 * What goes wrong at a provider. `lost-answer`: it accepts the job and breaks the connection.
 * `expired`: the result of a finished job is gone.
 */
export type PortFault = 'unauthorized' | 'busy' | 'lost-answer' | 'failed-job' | 'expired'

/** `isHeld`: its jobs do not end by themselves. */
export type PortOptions = { fault?: PortFault; isHeld?: boolean }

/** An adapter and the server that it talks to. */
export type PortWorld = {
  provider: Provider
  endpoint: string
  input: Record<string, unknown>
  /** How many jobs the server has accepted. */
  accepted(): Promise<number>
  /** An input with a file at this address, or under this name, and the bytes that arrived. */
  fileInput?(file: string): { endpoint: string; input: Record<string, unknown> }
  receivedFile?(file: string): Promise<Buffer>
  /** Signs an event as the provider does; `key`: another key than its own. */
  sign?(event: { requestId: string; at?: number; isForeign?: boolean }): SignedEvent
}

export type SignedEvent = { body: Buffer; headers: Record<string, string> }

/** `cancel`: the answer for a job that runs. `isSynchronous`: the answer to a submit has the result. */
export type PortTraits = {
  medium?: 'image' | 'video' | 'audio'
  isSynchronous?: boolean
  /** Whether it knows who calls; own servers do not. */
  hasAccounts?: boolean
  cancel: 'removed' | 'requested' | 'unsupported'
}

const limits = { maxBytes: 10_000_000, idleTime: 10_000, time: 20_000 }

/** What every adapter must do, against a server that speaks the provider's protocol. */
export function describePort(
  name: string,
  { medium = 'image', isSynchronous = false, hasAccounts = true, cancel }: PortTraits,
  createWorld: (options?: PortOptions) => Promise<PortWorld>,
): void {
  describe(`the port of ${name}`, () => {
    it('submits a job and returns its result, with files that can be downloaded', async () => {
      const { provider, endpoint, input, accepted } = await createWorld()
      // As a worker says it: PostgreSQL's clock has fractions of a millisecond.
      const submitted = await provider.submit(endpoint, input, { startWithin: 59_715.464 })
      expect(submitted.job).toMatchObject({ provider: provider.id, endpoint })
      expect(submitted.output !== undefined).toBe(isSynchronous)
      const { assets } = submitted.output ?? (await resultOf(provider, submitted.job))
      expect(assets).toMatchObject([{ medium, flagged: false }])
      const file = await buffer(await provider.download(assets[0]?.url ?? '', limits))
      expect(file.subarray(0, 12).toString('latin1')).toMatch(/PNG|WEBP|ftyp|^\xff\xd8|^ID3/)
      expect(await accepted()).toBe(1)
    })

    it.runIf(hasAccounts)(
      'says that a rejected account is one, and that nothing was submitted',
      async () => {
        const { provider, endpoint, input, accepted } = await createWorld({ fault: 'unauthorized' })
        const error = { code: 'provider_auth', delivery: 'refused', retryable: false }
        await expect(provider.submit(endpoint, input)).rejects.toMatchObject(error)
        await expect(provider.probe()).rejects.toMatchObject({ code: 'provider_auth' })
        expect(await accepted()).toBe(0)
      },
    )

    it('says that a busy provider may be asked again', async () => {
      const { provider, endpoint, input, accepted } = await createWorld({ fault: 'busy' })
      const error = { delivery: 'refused', retryable: true }
      await expect(provider.submit(endpoint, input)).rejects.toMatchObject(error)
      expect(await accepted()).toBe(0)
    })

    it('leaves the outcome of a submit unknown when its answer is lost, and never repeats it', async () => {
      const { provider, endpoint, input, accepted } = await createWorld({ fault: 'lost-answer' })
      await expect(provider.submit(endpoint, input)).rejects.toMatchObject({ delivery: 'unknown' })
      expect(await accepted()).toBe(1)
    })

    it('accepts a probe while the account is fine', async () => {
      const { provider } = await createWorld()
      await expect(provider.probe()).resolves.toBeUndefined()
    })

    it('refuses to download from other hosts, and beyond the limit', async () => {
      const { provider, endpoint, input } = await createWorld()
      await expect(
        provider.download('http://169.254.169.254/latest/meta-data', limits),
      ).rejects.toMatchObject({ retryable: false })
      const { job, output } = await provider.submit(endpoint, input)
      const { assets } = output ?? (await resultOf(provider, job))
      const read = async () =>
        buffer(await provider.download(assets[0]?.url ?? '', { ...limits, maxBytes: 10 }))
      await expect(read()).rejects.toMatchObject({ name: 'ProviderError', retryable: false })
    })

    it('sends an input file byte for byte', async () => {
      const { provider, fileInput, receivedFile } = await createWorld()
      if (!fileInput || !receivedFile) throw new Error('This world takes no files')
      const bytes = createHash('sha512').update('a file').digest()
      const file: InputFile = {
        ...{ contentType: 'image/png', bytes: bytes.length, fileName: 'a "file".png' },
        open: async () =>
          (async function* () {
            yield bytes.subarray(0, 10)
            yield bytes.subarray(10)
          })(),
      }
      const name = provider.upload ? await provider.upload(file) : 'input-file:0'
      const { endpoint, input } = fileInput(name)
      await provider.submit(endpoint, input, { files: new Map([[name, file]]) })
      expect((await receivedFile(name)).equals(bytes)).toBe(true)
    })

    if (isSynchronous) return
    it('reports jobs that run and wait, and has no result of them', async () => {
      const { provider, endpoint, input } = await createWorld({ isHeld: true })
      const running = await provider.submit(endpoint, input)
      const waiting = await provider.submit(endpoint, input)
      for (const { job, state } of [running, waiting]) {
        expect(state.state).toMatch(/queued|running/)
        expect((await provider.status(job)).state).toMatch(/queued|running/)
        await expect(provider.result(job)).rejects.toMatchObject({ code: 'not_finished' })
      }
    })

    it('throws the reason of a failed job with its result', async () => {
      const { provider, endpoint, input } = await createWorld({ fault: 'failed-job' })
      const { job } = await provider.submit(endpoint, input)
      await expect(resultOf(provider, job)).rejects.toMatchObject({ name: 'ProviderError' })
      await expect(provider.result(job)).rejects.not.toMatchObject({ code: 'not_finished' })
    })

    it('does not know a job that it never had', async () => {
      const { provider, endpoint, input } = await createWorld()
      const { job } = await provider.submit(endpoint, input)
      const requestId = 'f0000000-0000-4000-8000-000000000000'
      const urls = Object.entries(job.urls).map(([name, url]) => [
        name,
        url.replace(job.requestId, requestId),
      ])
      for (const addresses of [Object.fromEntries(urls), {}]) {
        const unknown = { ...job, requestId, urls: addresses }
        await expect(provider.status(unknown)).rejects.toMatchObject({ code: 'not_found' })
      }
    })

    it('cancels a running and a waiting job, as far as the provider can', async () => {
      const { provider, endpoint, input } = await createWorld({ isHeld: true })
      const { job: running } = await provider.submit(endpoint, input)
      const { job: waiting } = await provider.submit(endpoint, input)
      expect(['removed', cancel]).toContain(await provider.cancel(waiting))
      expect(await provider.cancel(running)).toBe(cancel)
      if (cancel === 'unsupported') return
      for (const job of [running, waiting])
        await expect.poll(() => resultCode(provider, job)).toMatch(/^(cancelled|not_found)$/)
    })

    it('does not cancel a job that has ended', async () => {
      const { provider, endpoint, input } = await createWorld()
      const { job } = await provider.submit(endpoint, input)
      await resultOf(provider, job)
      expect(await provider.cancel(job)).toMatch(/too_late|not_found|unsupported/)
    })

    it('reports a result that has expired as gone', async () => {
      const { provider, endpoint, input } = await createWorld({ fault: 'expired' })
      const { job } = await provider.submit(endpoint, input)
      const fetched = async () => {
        const { assets } = await resultOf(provider, job)
        await buffer(await provider.download(assets[0]?.url ?? '', limits))
      }
      await expect(fetched()).rejects.toMatchObject({ code: 'not_found' })
    })

    it('believes its own signed events alone, again when they are repeated', async () => {
      const { provider, sign } = await createWorld()
      expect(sign !== undefined).toBe(provider.readWebhook !== undefined)
      if (!sign) return
      const read = ({ body, headers }: SignedEvent) =>
        provider.readWebhook?.(body, (header) => headers[header])
      const event = { requestId: 'job-1' }
      const signed = sign(event)
      expect(await read(signed)).toEqual(event)
      expect(await read(signed)).toEqual(event)
      const changed = Buffer.from(String(signed.body).replace('job-1', 'job-2'))
      expect(await read({ ...signed, body: changed })).toBeNull()
      expect(await read({ ...signed, headers: {} })).toBeNull()
      expect(await read(sign({ ...event, isForeign: true }))).toBeNull()
      expect(await read(sign({ ...event, at: Date.now() - 3_600_000 }))).toBeNull()
      expect(await read(sign({ ...event, at: Date.now() + 3_600_000 }))).toBeNull()
    })
  })
}

/** Why a job has no result. */
function resultCode(provider: Provider, job: JobReference): Promise<string> {
  return provider.result(job).then(
    () => 'it has one',
    ({ code }) => code,
  )
}

/** The result of a job, once it has ended. */
async function resultOf(provider: Provider, job: JobReference): Promise<Output> {
  await expect
    .poll(async () => (await provider.status(job)).state, { timeout: 20_000 })
    .toBe('finished')
  return provider.result(job)
}
