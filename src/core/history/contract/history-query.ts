import { z } from 'zod'
import { statuses } from '#core/generations/rules/status.ts'
import { colors } from '#core/image-search/color-rules.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { plainText, text } from '#core/texts/contract/plain-text.ts'

const day = written(
  '2026-01-31',
  (given) => /^[12]\d{3}-/.test(given) && z.iso.date().safeParse(given).success,
)
const name = z.string().max(100).regex(plainText)

/** The page of a list, and its size: `pageSize` unless the request names one. */
export function pageFields(pageSize: number) {
  return {
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(100).default(pageSize),
  }
}

/** Whole days, both inclusive, in the reader's time zone. */
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
  color: z.enum(colors).optional().meta({ description: 'A colour that dominates the image.' }),
  near: z.uuid().optional().meta({
    description: 'The id of a record: near copies of its images, itself included.',
  }),
}

const forAll = (pageSize: number) => z.strictObject(shared(pageSize))
const forImages = (pageSize: number) => z.strictObject({ ...shared(pageSize), ...ofImages })

/** The query of a history (docs/spec/history.md#list); `pageSize`: the default size of a page. */
export function historyQuery(kind: Kind, pageSize: number) {
  return kind === 'image' ? forImages(pageSize) : forAll(pageSize)
}

/** The same filter in a body. Filters that only images have are rejected for other kinds. */
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

/** Filters that only images have are absent for other kinds. */
export type HistoryQuery = z.infer<ReturnType<typeof forImages>>

function written(like: string, isRight: (given: string) => boolean) {
  return z.string().refine(isRight, { params: { problem: 'wrong_form', options: [like] } })
}

/**
 * The name of a time zone: an offset such as `+01:00` means different things to different programs.
 */
function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}

/** `GET …/filters`: the values that occur in the account's records of a kind. */
export const HistoryFacets = z
  .object({
    models: z.array(z.string()),
    modes: z.array(z.string()),
    sizes: z.array(z.string()).meta({ description: 'Such as 1024x768.' }),
    tags: z.array(z.string()),
  })
  .meta({ id: 'HistoryFacets' })
export type HistoryFacets = z.infer<typeof HistoryFacets>
