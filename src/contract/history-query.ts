import { z } from 'zod'
import type { Kind } from '#catalogue/kinds.ts'
import { statuses } from '#domain/status.ts'

/** Text that PostgreSQL can hold. */
export const text = /^[^\0\p{Cs}]*$/u

/** The same in one line, without what nobody can see. */
export const plainText = /^[^\p{Cc}\p{Cs}]*$/u

const day = written(
  '2026-01-31',
  (given) => /^[12]\d{3}-/.test(given) && z.iso.date().safeParse(given).success,
)
const name = z.string().max(100).regex(plainText)

/** Which page of a list, and how many are on one: `pageSize` unless it says. */
export function pageFields(pageSize: number) {
  return {
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(100).default(pageSize),
  }
}

/** Whole days, both inclusive, as they are where the reader is. */
export const dayFields = {
  dateStart: day.optional().meta({ description: 'The first day.' }),
  dateEnd: day.optional().meta({ description: 'The last day, which is included.' }),
  timeZone: written('Europe/Berlin', isTimeZone)
    .default('UTC')
    .meta({ description: 'In which days begin; an IANA name.' }),
}

function shared(pageSize: number) {
  return {
    ...pageFields(pageSize),
    search: z
      .string()
      .max(200)
      .regex(text)
      .optional()
      .meta({ description: 'Words, each by its beginning; all of them must be there.' }),
    status: z
      .enum(['all', ...statuses])
      .optional()
      .meta({ description: 'Of sounds, `processing` are those that wait, too.' }),
    ...dayFields,
    onlyFavorites: z
      .enum(['true', 'false'])
      .optional()
      .transform((only) => only === 'true'),
    tags: z
      .union([z.string().transform((one) => [one]), z.array(z.string())])
      .pipe(z.array(z.string().trim().max(40).regex(plainText)).max(20))
      .optional()
      .meta({ description: 'Repeated for several: any of them.' }),
  }
}

const ofImages = {
  viewMode: z
    .enum(['grid', 'list'])
    .optional()
    .meta({ description: 'Changes nothing in the answer.' }),
  mode: name.optional().meta({ description: 'The generation type.' }),
  model: name.optional(),
  size: written('1024x768', (given) => /^\d{1,5}x\d{1,5}$/.test(given)).optional(),
}

const forAll = (pageSize: number) => z.strictObject(shared(pageSize))
const forImages = (pageSize: number) => z.strictObject({ ...shared(pageSize), ...ofImages })

/**
 * What a history may be asked for (docs/spec/history.md#list); `pageSize`: how many are on a page
 * unless it says.
 */
export function historyQuery(kind: Kind, pageSize: number) {
  return kind === 'image' ? forImages(pageSize) : forAll(pageSize)
}

/**
 * The same narrowing in a body: which of a history's records are meant. What is named only for
 * images is refused for others.
 */
export function historyFilter(kind: Kind) {
  return kind === 'image' ? imageFilter : otherFilter
}

const { page: _page, pageSize: _pageSize, ...narrowing } = shared(1)
const { viewMode: _viewMode, ...imageNarrowing } = ofImages
const inBody = {
  onlyFavorites: z.boolean().default(false),
  tags: z.array(z.string().trim().max(40).regex(plainText)).max(20).optional(),
}
const otherFilter = z.strictObject({ ...narrowing, ...inBody })
const imageFilter = z.strictObject({ ...narrowing, ...imageNarrowing, ...inBody })

/** What is named only for images is absent for others. */
export type HistoryQuery = z.infer<ReturnType<typeof forImages>>

function written(like: string, isRight: (given: string) => boolean) {
  return z.string().refine(isRight, { params: { problem: 'wrong_form', options: [like] } })
}

/** A place's name: an offset such as `+01:00` means different things to different programs. */
function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}

/** `GET …/filters`: what occurs in the account's records of a kind. */
export const HistoryFacets = z
  .object({
    models: z.array(z.string()),
    modes: z.array(z.string()),
    sizes: z.array(z.string()).meta({ description: 'Such as 1024x768.' }),
    tags: z.array(z.string()),
  })
  .meta({ id: 'HistoryFacets' })
export type HistoryFacets = z.infer<typeof HistoryFacets>
