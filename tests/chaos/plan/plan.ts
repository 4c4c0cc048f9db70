import type { Options } from '../options.ts'
import { type DrawnFault, drawFaults, marker } from './faults.ts'
import { type MoneyEvent, planMoney } from './plan-money.ts'
import { between, happens, type Random, seeded, weighted } from './random.ts'
import { makeOutages, moveToSecondProvider, type ProviderOutage } from './second-provider.ts'
import { makeAbsence, moveToSeveralProviders } from './several-providers.ts'

export type PlannedAccount = {
  name: string
  credits: number
  paid: boolean
  weight: number
  /** Has more credits than it can spend, and no limits. */
  rich: boolean
  /** Begins with nothing and buys. */
  buys?: boolean
  /** Is deleted while it works. */
  leaves?: boolean
  limits?: { daily_cap: number; job_ceiling: number }
}

/**
 * How often and when the same request is sent: once; twice at once; again after its answer; again
 * because it got lost.
 */
export type SendPlan = 'once' | 'twice at once' | 'again afterwards' | 'hangs up and repeats'

export type PlannedCreate = {
  index: number
  /** Unique, and part of the prompt: it identifies the emulator's jobs. */
  tag: string
  account: number
  /** Whose model it is. */
  provider: 'fal' | 'replicate' | 'several'
  requestId: string
  /**
   * The endpoint it goes to, and what it says there; `{image}` and `{video}` stand for files of the
   * account's.
   */
  path: string
  body: Record<string, unknown>
  faults: DrawnFault[]
  sending: SendPlan
  /** Hangs up this long after sending, in ms. */
  hangUpAfter: number
  /** Asks to cancel this long after the answer, in ms. */
  cancelAfter: number | null
  /** Makes it private, then perhaps public again. */
  visibility: boolean[]
  /** Sends forged webhooks for it. */
  forge: boolean
}

export type KillTarget = 'web' | 'worker' | 'postgres'
export type Event = { at: number } & (
  | { kind: 'kill'; target: KillTarget; which: number }
  | { kind: 'account'; state: 'locked' | 'exhausted' | 'key-refused'; forMs: number }
  /** The second provider is down. */
  | { kind: 'outage'; outage: ProviderOutage; forMs: number }
  /** The second provider cannot be reached from now on, or again. */
  | { kind: 'away'; isAway: boolean }
  | { kind: 'storage'; state: 'away' | 'slow'; forMs: number }
  | { kind: 'flood'; flood: PlannedFlood }
  | { kind: 'check' }
  | MoneyEvent
)

/**
 * An account opens so many event streams at once at one web, holds them, and closes them; so many
 * times.
 */
export type PlannedFlood = {
  account: number
  web: number
  streams: number
  waves: number
  holdMs: number
}

export type Plan = { accounts: PlannedAccount[]; creates: PlannedCreate[]; events: Event[] }

/** So many creates for one generation: some accounts have no credits left or never paid. */
const withRefused = 1.06

/**
 * Everything a run does, from its figures and seed alone. Events happen when as many creates were
 * begun as `at` says.
 */
export function makePlan(options: Options): Plan {
  const random = seeded(options.seed)
  const accounts = makeAccounts(options.generations)
  const made = Array.from({ length: Math.ceil(options.generations * withRefused) }, (_, index) =>
    makeCreate(random, accounts, index, options.seed),
  )
  const creates = moveToSeveralProviders(
    seeded(options.seed + 8),
    moveToSecondProvider(seeded(options.seed + 6), made),
    options,
  )
  const numbers = (wanted: (account: PlannedAccount) => boolean | undefined) =>
    accounts.flatMap((account, number) => (wanted(account) ? [number] : []))
  const money = planMoney(seeded(options.seed + 2), options, {
    buyers: numbers(({ buys }) => buys),
    leavers: numbers(({ leaves }) => leaves),
    others: numbers(({ leaves, weight }) => !leaves && weight > 0),
  })
  const floods = makeFloods(
    seeded(options.seed + 4),
    options,
    numbers(({ leaves, weight }) => !leaves && weight > 0),
  )
  const troubles = makeEvents(seeded(options.seed + 1), options)
  const falRejects = troubles.flatMap(({ kind, at }) => (kind === 'account' ? [at] : []))
  const outages = options.away
    ? makeAbsence(options)
    : makeOutages(seeded(options.seed + 7), options, falRejects)
  const events = [...troubles, ...money, ...floods, ...outages]
  return { accounts, creates, events: events.sort((one, other) => one.at - other.at) }
}

/**
 * Two hot ones, some others, two that run out of credits, one that never paid; those who buy, have
 * limits, or leave.
 */
function makeAccounts(generations: number): PlannedAccount[] {
  const others = Math.min(40, Math.max(4, Math.round(generations / 100)))
  const buyers = Math.max(2, Math.round(generations / 1_000))
  const rich = generations * 400
  return [
    { name: 'hot-1', credits: rich, paid: true, weight: 22, rich: true },
    { name: 'hot-2', credits: rich, paid: true, weight: 15, rich: true },
    ...Array.from({ length: others }, (_, index) => ({
      name: `usual-${index + 1}`,
      credits: rich,
      paid: true,
      weight: 58 / others,
      rich: true,
    })),
    { name: 'poor-1', credits: 120, paid: true, weight: 2, rich: false },
    { name: 'poor-2', credits: generations, paid: true, weight: 2, rich: false },
    { name: 'never-paid', credits: rich, paid: false, weight: 1, rich: false },
    // An account may leave 30 checkouts an hour unpaid.
    ...Array.from({ length: buyers }, (_, index) => ({
      ...{ name: `buyer-${index + 1}`, credits: 0, paid: false },
      ...{ weight: 8 / buyers, rich: false, buys: true },
    })),
    {
      name: 'careful',
      credits: rich,
      paid: true,
      weight: 4,
      rich: false,
      limits: { daily_cap: 300, job_ceiling: 60 },
    },
    { name: 'leaver-1', credits: rich, paid: true, weight: 4, rich: false, leaves: true },
    { name: 'leaver-2', credits: rich, paid: true, weight: 4, rich: false, leaves: true },
    { name: 'operator', credits: 0, paid: false, weight: 0, rich: false },
  ]
}

const image = '/api/image-generation/create'
const video = '/api/wan/createVideo'
/** As OpenAI's clients start a video; images and speech they wait for. */
const openAiVideo = '/v1/videos'
const openAiImage = '/v1/images/generations'
const openAiSpeech = '/v1/audio/speech'

/** Their answers are the results. */
export const waitingPaths: ReadonlySet<string> = new Set([openAiImage, openAiSpeech])

/**
 * Images mostly, because several results of one job can go wrong one by one; every other kind,
 * with and without files.
 */
const works: {
  weight: number
  path: string
  input: Record<string, unknown>
  promptField?: string
  /** The field that says how many; `null`: it makes one. */
  countField?: string | null
}[] = [
  {
    weight: 6,
    path: image,
    input: { model: 'flux-schnell', image_size: 'square', num_inference_steps: 1 },
  },
  {
    weight: 2,
    path: image,
    input: { model: 'flux-schnell', image_size: 'square_hd', num_inference_steps: 2 },
  },
  {
    weight: 2,
    path: image,
    input: { model: 'flux-dev', image_size: 'square', num_inference_steps: 10 },
  },
  {
    weight: 1,
    path: '/api/image-editor/create',
    input: { model_type: 'flux-pro-kontext', image_url: '{image}' },
  },
  { weight: 1, path: video, input: { video_generation_type: 'text-to-video' } },
  {
    weight: 1,
    path: video,
    input: { video_generation_type: 'image-to-video', image_url: '{image}' },
  },
  {
    weight: 2,
    path: openAiVideo,
    input: { model: 'text-to-video', seconds: '4' },
    countField: null,
  },
  {
    weight: 3,
    path: openAiImage,
    input: { model: 'flux-schnell', size: '512x512', num_inference_steps: 1 },
    countField: 'n',
  },
  {
    weight: 1,
    path: openAiSpeech,
    input: { model: 'eleven-v3', voice: 'alloy' },
    promptField: 'input',
    countField: null,
  },
  { weight: 1, path: '/api/wan/createAudio', input: { video_url: '{video}' } },
  {
    weight: 1,
    path: '/api/image-understanding/create',
    input: { image: '{image}' },
    promptField: 'question',
  },
]

const sendings: { weight: number; sending: SendPlan }[] = [
  { weight: 70, sending: 'once' },
  { weight: 12, sending: 'twice at once' },
  { weight: 8, sending: 'again afterwards' },
  { weight: 10, sending: 'hangs up and repeats' },
]

function makeCreate(
  random: Random,
  accounts: PlannedAccount[],
  index: number,
  seed: number,
): PlannedCreate {
  const { path, input, promptField = 'prompt', countField = 'num_images' } = weighted(random, works)
  const faults = drawFaults(random)
  const tag = `chaos-${seed}-${index}`
  const account = weighted(
    random,
    accounts.map(({ weight }, number) => ({ weight, number })),
  ).number
  return {
    index,
    tag,
    account,
    provider: 'fal',
    requestId: `request-${index}`,
    path,
    body: {
      ...input,
      ...(countField !== null && { [countField]: between(random, 1, 4) }),
      [promptField]: [`a fox ${tag}.`, ...faults.map(marker)].join(' '),
    },
    faults,
    sending: weighted(random, sendings).sending,
    hangUpAfter: between(random, 1, 60),
    cancelAfter: happens(random, 0.1)
      ? between(random, 0, happens(random, 0.5) ? 40 : 1_500)
      : null,
    visibility: happens(random, 0.1) ? [false, true].slice(0, between(random, 1, 2)) : [],
    forge: happens(random, 0.06),
  }
}

const targets: { weight: number; target: KillTarget }[] = [
  { weight: 3, target: 'worker' },
  { weight: 2, target: 'web' },
  { weight: 2, target: 'postgres' },
]
const rejections = ['locked', 'exhausted', 'key-refused'] as const

/**
 * The kills are spread over the first nine tenths, each kind at least once; a check follows each
 * tenth.
 */
function makeEvents(
  random: Random,
  { generations, kills, webs, workers, seed, storage }: Options,
): Event[] {
  const span = (generations * 0.85) / Math.max(1, kills)
  const kill = (_: unknown, number: number): Event => {
    const target = targets[number]?.target ?? weighted(random, targets).target
    const which = between(random, 0, (target === 'web' ? webs : workers) - 1)
    return {
      at: Math.round(generations * 0.05 + span * (number + random() * 0.8)),
      kind: 'kill',
      target,
      which,
    }
  }
  const episodes = Math.max(1, Math.round(generations / 2_000))
  const episode = (_: unknown, number: number): Event => {
    const state = rejections[number % rejections.length] ?? 'locked'
    const at = Math.round((generations * (number + 0.2 + 0.6 * random())) / episodes)
    return { at, kind: 'account', state, forMs: between(random, 500, 2_500) }
  }
  // Drawn apart from the rest, so that the other events stay where they were.
  const outages = seeded(seed + 3)
  const outage = (_: unknown, number: number): Event => {
    const at = Math.round((generations * (number + 0.3 + 0.5 * outages())) / episodes)
    return { at, kind: 'storage', state: 'away', forMs: between(outages, 3_000, 6_000) }
  }
  const slownesses = seeded(seed + 5)
  const slowness = (_: unknown, number: number): Event => {
    const at = Math.round((generations * (number + 0.1 + 0.8 * slownesses())) / episodes)
    return { at, kind: 'storage', state: 'slow', forMs: between(slownesses, 4_000, 8_000) }
  }
  const check = (_: unknown, number: number): Event => ({
    at: Math.round(((number + 1) * generations) / 10),
    kind: 'check',
  })
  const events = [
    ...Array.from({ length: kills }, kill),
    ...Array.from({ length: episodes }, episode),
    ...Array.from({ length: episodes }, outage),
    ...(storage === 'bucket' ? Array.from({ length: episodes }, slowness) : []),
    ...Array.from({ length: 9 }, check),
  ]
  return events.sort((one, other) => one.at - other.at)
}

/** At least two; the first one is of the busiest account, which is listened to all the time. */
function makeFloods(random: Random, { generations, webs }: Options, accounts: number[]): Event[] {
  const count = Math.max(2, Math.round(generations / 1_000))
  return Array.from({ length: count }, (_, number) => ({
    at: Math.round((generations * (number + 0.2 + 0.6 * random())) / count),
    kind: 'flood',
    flood: {
      account: number === 0 ? 0 : (accounts[between(random, 0, accounts.length - 1)] ?? 0),
      web: between(random, 0, webs - 1),
      streams: between(random, 120, 240),
      waves: between(random, 1, 3),
      holdMs: between(random, 200, 2_500),
    },
  }))
}
