import { appendFileSync, writeSync } from 'node:fs'
import { type Debugger, url as inspectorUrl, Session } from 'node:inspector'
import { parentPort, workerData } from 'node:worker_threads'
import { leaseTime } from '#core/generations/rules/timetable.ts'
import type { RunningStep } from '#platform/telemetry/request-id.ts'
import {
  type RunningWork,
  runningProperty,
  type StallEnded,
  type WatchdogData,
} from './watchdog.ts'

const { beats, limitMs, destination, base, database } = workerData as WatchdogData

/** How often it looks, in ms. */
const interval = 250

/** After so many looks without a beat the loop stands still: 2 s. */
const stalledAfter = 8

/** Counted at its generation while the lease still lasts, so that the next worker learns of it. */
const countAfter = leaseTime - 2_500

/** How long counting may take, in ms. */
const countLimit = 3_000

/** How long the main thread may take to stop for its stack, in ms. Native code does not stop. */
const pauseLimit = 1_000

let known = Atomics.load(beats, 0)
// Counted in looks and not in time: a computer that slept has missed no beat.
let missed = 0
let isEnding = false
let stall: Stall | null = null

type Stall = {
  stack: string[]
  step?: RunningStep | undefined
  /** The attempt to count it at its generation. */
  counting?: Promise<void>
}

setInterval(() => {
  const beat = Atomics.load(beats, 0)
  if (beat !== known) {
    if (stall) {
      const ended: StallEnded = { ms: missed * interval, stack: stall.stack }
      parentPort?.postMessage(ended)
    }
    known = beat
    missed = 0
    stall = null
    return
  }
  missed += 1
  if (missed === stalledAfter) void describeStall()
  // At a breakpoint it is meant to stand still.
  if (inspectorUrl()) return
  const ms = missed * interval
  const isOver = limitMs !== null && ms >= limitMs
  if (stall?.step && (isOver || ms >= countAfter)) stall.counting ??= countAt(stall.step)
  if (!isOver || isEnding) return
  isEnding = true
  writeLog('fatal', { ms }, 'event loop does not return: the process is ended')
  void Promise.resolve(stall?.counting).then(() => process.kill(process.pid, 'SIGKILL'))
}, interval)

async function describeStall(): Promise<void> {
  const current: Stall = { stack: [] }
  stall = current
  const { frames, running } = await readStack()
  current.stack = frames
  current.step = running.step
  const { requestId, step } = running
  const fields = { ms: missed * interval, requestId, generation: step?.id, stack: frames }
  writeLog('error', fields, 'event loop stands still')
}

/** Loaded only now: nothing of it costs a process that never stands still. */
async function countAt(step: RunningStep): Promise<void> {
  const end = AbortSignal.timeout(countLimit)
  try {
    const { openLongRunningDatabase } = await import('#platform/database/database.ts')
    const { countStall } = await import('#core/generations/queries/generation-steps.ts')
    const own = openLongRunningDatabase(database, () => undefined, end)
    await countStall(own, step)
    await own.destroy()
  } catch (error) {
    writeLog('error', { generation: step.id, reason: String(error) }, 'stall could not be counted')
  }
}

/** The stack of the main thread, innermost first; empty where it does not stop in time. */
function readStack(): Promise<{ frames: string[]; running: RunningWork }> {
  const session = new Session()
  session.connectToMainThread()
  return new Promise((resolve) => {
    const finish = (frames: string[], running: RunningWork = {}) => {
      clearTimeout(timer)
      session.disconnect()
      resolve({ frames, running })
    }
    const timer = setTimeout(() => finish([]), pauseLimit)
    const scripts = new Map<string, string>()
    session.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.scriptId, params.url))
    session.once('Debugger.paused', ({ params }) => {
      const { callFrames } = params
      const [top] = callFrames
      const frames = callFrames.map((frame) => describeFrame(frame, scripts))
      if (!top) return finish(frames)
      const expression = `globalThis.${runningProperty}`
      const asked = { callFrameId: top.callFrameId, expression }
      session.post(
        'Debugger.evaluateOnCallFrame',
        asked,
        (_error, answer?: Debugger.EvaluateOnCallFrameReturnType) => {
          const value: unknown = answer?.result.value
          session.post('Debugger.resume')
          finish(frames, typeof value === 'string' ? JSON.parse(value) : {})
        },
      )
    })
    session.post('Debugger.enable')
    session.post('Debugger.pause')
  })
}

function describeFrame(
  { functionName, location }: Debugger.CallFrame,
  scripts: ReadonlyMap<string, string>,
): string {
  const { scriptId, lineNumber } = location
  return `${functionName || '(anonymous)'} ${scripts.get(scriptId) ?? ''}:${lineNumber + 1}`
}

/** Writes a line as the main thread's logger does, which cannot now. */
function writeLog(level: 'error' | 'fatal', fields: object, msg: string): void {
  const levels = { error: 50, fatal: 60 }
  const head = { level: levels[level], time: new Date().toISOString(), ...base }
  const line = `${JSON.stringify({ ...head, ...fields, msg })}\n`
  try {
    if (destination === 1) writeSync(1, line)
    else appendFileSync(destination, line)
  } catch {
    // A full disk or a closed pipe must not keep the process alive.
  }
}
