import { promises as disk } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Job } from './job.ts'

/** How many jobs there ever were, deleted ones included. */
export type Tally = { submitted: number; completed: number }

/** The persistent state of the emulator. */
export type JobStore = {
  /** The jobs found at the start, oldest first. */
  jobs: Job[]
  /** The number of deleted jobs. */
  forgotten: Tally
  /** The job is stored when this returns. */
  save(job: Job): Promise<void>
  /** The same for a file; `name` contains no directory. */
  saveFile(name: string, data: Uint8Array): Promise<void>
  readFile(name: string): Promise<Uint8Array | undefined>
  /** Other stored JSON by name, created by `make` the first time. */
  remember<Value>(name: string, make: () => Value): Promise<Value>
}

/** A store in memory, for tests under load: nothing is copied and nothing is written. */
export function openMemoryStore(): JobStore {
  const files = new Map<string, Uint8Array>()
  return {
    jobs: [],
    forgotten: { submitted: 0, completed: 0 },
    save: async () => {},
    saveFile: async (name, data) => {
      files.set(name, data)
    },
    readFile: async (name) => files.get(name),
    remember: async (_name, make) => make(),
  }
}

type Forgotten = Tally & { ids: string[] }

const memory = 24 * 60 * 60_000

/**
 * Opens the data directory, creating it if necessary: `jobs/<id>.json`, `files/<name>`, the number
 * of deleted jobs. Jobs that finished and files that were uploaded more than a day before `now` are
 * deleted.
 */
export async function openDiskStore(directory: string, now: number): Promise<JobStore> {
  const jobsDirectory = join(directory, 'jobs')
  const filesDirectory = join(directory, 'files')
  await disk.mkdir(jobsDirectory, { recursive: true })
  await disk.mkdir(filesDirectory, { recursive: true })
  const pathOf = (id: string) => join(jobsDirectory, `${id}.json`)

  const { forgotten, jobs } = await forgetOld(directory, await readJobs(jobsDirectory), now)
  for (const id of forgotten.ids) {
    await disk.rm(pathOf(id), { force: true })
    await removeFilesOf(filesDirectory, id)
  }
  await removeOldUploads(filesDirectory, now)

  return {
    jobs,
    forgotten,
    save: oneByOne((job) => writeDurably(pathOf(job.id), JSON.stringify(job))),
    saveFile: (name, data) => writeDurably(join(filesDirectory, name), data),
    readFile: (name) => disk.readFile(join(filesDirectory, name)).catch(() => undefined),
    remember: (name, make) => remember(join(directory, `${name}.json`), make),
  }
}

/**
 * Two saves of one job would write the same draft file. The last one called is the last one
 * written.
 */
function oneByOne(save: (job: Job) => Promise<void>): (job: Job) => Promise<void> {
  const last = new Map<string, Promise<void>>()
  return (job) => {
    const turn = (last.get(job.id) ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => save(job))
    last.set(job.id, turn)
    const leave = () => last.get(job.id) === turn && last.delete(job.id)
    turn.then(leave, leave)
    return turn
  }
}

async function remember<Value>(path: string, make: () => Value): Promise<Value> {
  const known = await disk.readFile(path, 'utf8').catch(() => undefined)
  if (known !== undefined) return JSON.parse(known)
  const value = make()
  await writeDurably(path, JSON.stringify(value))
  return value
}

async function readJobs(directory: string): Promise<Job[]> {
  const names = (await disk.readdir(directory)).filter((name) => name.endsWith('.json'))
  const jobs = await Promise.all(
    names.map(async (name) => JSON.parse(await disk.readFile(join(directory, name), 'utf8'))),
  )
  return jobs.sort((one: Job, other: Job) => one.number - other.number)
}

/** The ids stand in the tally before their files go, so a crash in between counts no job twice. */
async function forgetOld(
  directory: string,
  found: Job[],
  now: number,
): Promise<{ forgotten: Forgotten; jobs: Job[] }> {
  const path = join(directory, 'forgotten.json')
  const before = await disk.readFile(path, 'utf8').then(
    (text): Forgotten => JSON.parse(text),
    (): Forgotten => ({ submitted: 0, completed: 0, ids: [] }),
  )
  const known = found.filter(({ id }) => !before.ids.includes(id))
  const jobs = known.filter(
    ({ finishedAt }) => finishedAt === undefined || now - finishedAt <= memory,
  )
  const old = known.filter((job) => !jobs.includes(job))
  const forgotten = {
    submitted: before.submitted + old.length,
    completed: before.completed + old.length,
    ids: old.length > 0 ? old.map(({ id }) => id) : before.ids,
  }
  if (old.length > 0) await writeDurably(path, JSON.stringify(forgotten))
  return { forgotten, jobs }
}

async function removeFilesOf(directory: string, id: string): Promise<void> {
  const names = (await disk.readdir(directory)).filter((name) => name.startsWith(id))
  await Promise.all(names.map((name) => disk.rm(join(directory, name), { force: true })))
}

async function removeOldUploads(directory: string, now: number): Promise<void> {
  const names = (await disk.readdir(directory)).filter((name) => name.startsWith('upload-'))
  for (const path of names.map((name) => join(directory, name))) {
    if (now - (await disk.stat(path)).mtimeMs > memory) await disk.rm(path, { force: true })
  }
}

/**
 * Writes a file so that after any crash it is there either whole or not at all, and there once this
 * has returned.
 */
async function writeDurably(path: string, data: string | Uint8Array): Promise<void> {
  const draft = `${path}.draft`
  const file = await disk.open(draft, 'w')
  try {
    await file.writeFile(data)
    await file.sync()
  } finally {
    await file.close()
  }
  await disk.rename(draft, path)
  await syncDirectory(dirname(path))
}

async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory; there the rename itself is as durable as it can be.
  if (process.platform === 'win32') return
  const directory = await disk.open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
