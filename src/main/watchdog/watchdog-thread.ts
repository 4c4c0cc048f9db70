import { appendFileSync, writeSync } from 'node:fs'
import { type Debugger, url as inspectorUrl, Session } from 'node:inspector'
import { parentPort, workerData } from 'node:worker_threads'
import { requestIdProperty, type StallEnded, type WatchdogData } from './watchdog.ts'

const { beats, limitMs, destination, base } = workerData as WatchdogData

/** How often it looks, in ms. */
const interval = 250

/** After so many looks without a beat the loop stands still: 2 s. */
const stalledAfter = 8

/** How long the main thread may take to stop for its stack, in ms. Native code does not stop. */
const pauseLimit = 1_000

let known = Atomics.load(beats, 0)
// Counted in looks and not in time: a computer that slept has missed no beat.
let missed = 0
let stall: { stack: string[] } | null = null

setInterval(() => {
  const beat = Atomics.load(beats, 0)
  if (beat !== known) {
    if (stall) parentPort?.postMessage({ ms: missed * interval, ...stall } satisfies StallEnded)
    known = beat
    missed = 0
    stall = null
    return
  }
  missed += 1
  if (missed === stalledAfter) void describeStall()
  // At a breakpoint it is meant to stand still.
  if (limitMs === null || missed * interval < limitMs || inspectorUrl()) return
  writeLog('fatal', { ms: missed * interval }, 'event loop does not return: the process is ended')
  process.kill(process.pid, 'SIGKILL')
}, interval)

async function describeStall(): Promise<void> {
  const current = { stack: [] as string[] }
  stall = current
  const { frames, requestId } = await readStack()
  current.stack = frames
  const ms = missed * interval
  writeLog('error', { ms, requestId, stack: frames }, 'event loop stands still')
}

/** The stack of the main thread, innermost first; empty where it does not stop in time. */
function readStack(): Promise<{ frames: string[]; requestId?: string }> {
  const session = new Session()
  session.connectToMainThread()
  return new Promise((resolve) => {
    const finish = (frames: string[], requestId?: string) => {
      clearTimeout(timer)
      session.disconnect()
      resolve({ frames, ...(requestId && { requestId }) })
    }
    const timer = setTimeout(() => finish([]), pauseLimit)
    const scripts = new Map<string, string>()
    session.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.scriptId, params.url))
    session.once('Debugger.paused', ({ params }) => {
      const { callFrames } = params
      const [top] = callFrames
      const frames = callFrames.map((frame) => describeFrame(frame, scripts))
      if (!top) return finish(frames)
      const expression = `globalThis.${requestIdProperty}`
      const asked = { callFrameId: top.callFrameId, expression }
      session.post(
        'Debugger.evaluateOnCallFrame',
        asked,
        (_error, answer?: Debugger.EvaluateOnCallFrameReturnType) => {
          const value: unknown = answer?.result.value
          session.post('Debugger.resume')
          finish(frames, typeof value === 'string' ? value : undefined)
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
