import { load } from '../measure/machine.ts'
import { writeReport } from '../measure/report.ts'
import { percent } from '../measure/words.ts'
import { openServer, type Server } from '../world/server.ts'
import { createWait } from './alone.ts'
import {
  type Block,
  blockSeconds,
  changesPerSecond,
  type Kind,
  kinds,
  measureBlock,
  readsPerSecond,
  streamsEach,
} from './disturbance.ts'
import { type IdleStreams, measureIdleStreams } from './memory.ts'
import { type Blocks, disturbanceRows, eventRows, idleRows, limitRow, resumeRow } from './rows.ts'
import { eventsWorld } from './world.ts'

const rounds = 6
const listeners = 20
const idleListeners = 200
const attempts = 1_000

/**
 * A block during which other programs used more of the machine than this is measured again, so
 * often in all.
 */
const maxOthers = 0.15
const maxRepeats = 10
/** For so long in all it is waited until other programs use less, in ms. */
const maxWaitMs = 300_000
/** If so many blocks of each kind were measured alone, the others do not count. */
const minAlone = 3

/** Each kind of block is opened, measured and closed in turn. */
export const longest = 1_200_000

/** What event streams cost those who do not listen, and what they hear. */
export async function run(): Promise<void> {
  await using server = await openServer()
  const before = load()
  const { opened, measured } = await measureDisturbance(server)
  const { blocks, busy } = withoutBusy(measured)
  const idle = await measureIdle(server)
  const rows = [
    limitRow(opened, attempts),
    ...disturbanceRows(blocks),
    ...eventRows(blocks),
    resumeRow(blocks),
    ...idleRows(idle),
  ]
  const notes = [
    'One process of role all; the streams are held by a process of their own; server, PostgreSQL and both clients share the cores.',
    `History: an account with 1,000 records reads one of its pages ${readsPerSecond} times a second, whether or not earlier reads were answered. Blocks of ${blockSeconds} s, all kinds in turn, ${rounds} rounds; percentiles of all rounds. Yardstick: the undisturbed blocks of the same run.`,
    `A block during which other programs used more than ${percent(maxOthers)} of the machine is measured again, ${maxRepeats} times in all; before each it is waited for others to do less. Blocks that count, undisturbed ones first: ${[...blocks.values()].map(({ length }) => length).join(', ')}; of them ${busy} on a busy machine.`,
    `Changes: ${changesPerSecond} favourite marks a second, each of another record. “No stream open”: what the changes cost without streams.`,
    `“Spread”: ${listeners} accounts with ${streamsEach} streams each, the accounts change in turn. “One account”: its ${streamsEach} streams hear all of its ${changesPerSecond} changes a second.`,
    'Change to event: from the sending of the change’s request until its event has arrived, for each stream. A change that is not heard as an event of its own counts as missing.',
    `“Resume”: an account with 10,000 records opens ${streamsEach} streams at once with \`Last-Event-ID: 0\`, every second, and closes them when each has been told to read anew.`,
    'Memory: the difference of the server process’s resident memory before the streams and 25 s after the last one opened, heartbeats included; what the kernel holds for a socket is not in it.',
  ]
  await writeReport(
    { name: 'events', title: 'Event streams', rows, notes, loads: [before, load()] },
    server,
  )
}

async function measureDisturbance(server: Server) {
  await using world = await eventsWorld(server, { listeners, recordsEach: 1_000 })
  const [first = 0] = world.listeners
  const order = { url: world.url, keys: [world.keyOf(first)], each: attempts, atOnce: 100 }
  const opened = await world.streams.open(order)
  await world.streams.close()
  const again = await world.streams.open({ ...order, each: streamsEach })
  await world.streams.close()
  for (const kind of kinds) await measureBlock(world, kind)
  const measured: Blocks = new Map(kinds.map((kind) => [kind, []]))
  let repeats = maxRepeats
  const waitUntilAlone = createWait(maxOthers, maxWaitMs)
  const measureAlone = async (kind: Kind) => {
    await waitUntilAlone()
    return await measureBlock(world, kind)
  }
  for (let round = 0; round < rounds; round++) {
    for (const kind of kinds) {
      let block = await measureAlone(kind)
      for (; block.others > maxOthers && repeats > 0; repeats--) block = await measureAlone(kind)
      console.log(
        `round ${round + 1}, ${kind}: others used ${percent(block.others)} of the machine`,
      )
      measured.get(kind)?.push(block)
    }
  }
  return { opened: { first: opened.statuses, again: again.statuses }, measured }
}

/** The blocks that were measured alone, if there are enough of every kind; else all of them. */
function withoutBusy(measured: Blocks): { blocks: Blocks; busy: number } {
  const isAlone = ({ others }: Block) => others <= maxOthers
  const all = [...measured.values()].flat()
  const alone = new Map([...measured].map(([kind, blocks]) => [kind, blocks.filter(isAlone)]))
  const isEnough = [...alone.values()].every(({ length }) => length >= minAlone)
  return isEnough
    ? { blocks: alone, busy: 0 }
    : { blocks: measured, busy: all.filter((block) => !isAlone(block)).length }
}

async function measureIdle(server: Server): Promise<IdleStreams> {
  await using world = await eventsWorld(server, { listeners: idleListeners, recordsEach: 0 })
  return await measureIdleStreams(world)
}
