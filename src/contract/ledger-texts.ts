import type { Kind } from '#catalogue/kinds.ts'
import type { Language } from './languages.ts'

/**
 * Why credits came or went. `reversal`: a payment was refunded or disputed; `return`: a dispute was
 * won; `correction`: an operator took them back; `repayment`: what was owed.
 */
export const entryReasons = [
  'charge',
  'refund',
  'purchase',
  'grant',
  'reversal',
  'return',
  'correction',
  'repayment',
] as const
export type EntryReason = (typeof entryReasons)[number]

type Texts<Name extends string> = Record<Name, Record<Language, string>>

const reasons: Texts<EntryReason> = {
  charge: { en: 'Charge', zh: '扣除' },
  refund: { en: 'Refund', zh: '退款' },
  purchase: { en: 'Purchase', zh: '购买' },
  grant: { en: 'Credits given', zh: '赠送' },
  reversal: { en: 'Payment reversed', zh: '付款撤回' },
  return: { en: 'Payment restored', zh: '付款恢复' },
  correction: { en: 'Correction', zh: '更正' },
  repayment: { en: 'Repayment', zh: '归还欠款' },
}

const works: Texts<Kind> = {
  image: { en: 'Image', zh: '图片' },
  'image-editing': { en: 'Image edit', zh: '图片编辑' },
  video: { en: 'Video', zh: '视频' },
  audio: { en: 'Sound', zh: '音频' },
  'image-understanding': { en: 'Question about an image', zh: '图片问答' },
}

/** Notes that the product itself writes; all others are somebody's own words. */
const ownNotes: Record<string, Record<Language, string>> = {
  'sign-up': { en: 'For signing up', zh: '注册赠送' },
  'for a sample record': { en: 'For a sample record', zh: '用于示例作品' },
  'granted by the operator': { en: 'Granted by the operator', zh: '由运营者赠送' },
  'taken back by the operator': { en: 'Taken back by the operator', zh: '由运营者扣回' },
  'refunded by the operator': { en: 'Refunded by the operator', zh: '由运营者退款' },
  'opening credits': { en: 'Opening credits', zh: '初始积分' },
}

const headings = {
  date: { en: 'Date ({timeZone})', zh: '时间（{timeZone}）' },
  reason: { en: 'Entry', zh: '类型' },
  work: { en: 'For', zh: '用途' },
  model: { en: 'Model', zh: '模型' },
  credits: { en: 'Credits', zh: '积分' },
  balance: { en: 'Balance', zh: '余额' },
  paid: { en: 'Payment', zh: '付款金额' },
  currency: { en: 'Currency', zh: '货币' },
  note: { en: 'Note', zh: '备注' },
  generation: { en: 'Generation', zh: '任务编号' },
} satisfies Texts<string>

/** What a column of the statement's file holds. */
export type Column = keyof typeof headings

/** The columns of the statement's file, in their order. */
export const columns = Object.keys(headings) as Column[]

/** The heading of a column; `timeZone` is the one that its times are in. */
export function heading(column: Column, language: Language, timeZone: string): string {
  return headings[column][language].replace('{timeZone}', timeZone)
}

/** What a statement calls an entry. */
export function reasonText(reason: EntryReason, language: Language): string {
  return reasons[reason][language]
}

/** What a statement calls a piece of work. */
export function workText(kind: Kind, language: Language): string {
  return works[kind][language]
}

/** A note as it is read: somebody's own words as they are, ours in the reader's language. */
export function noteText(note: string, language: Language): string {
  return ownNotes[note]?.[language] ?? note
}

/**
 * What a statement's file is called, without its ending: the days it covers, else the day it was
 * made.
 */
export function fileTitle(language: Language, days: string): string {
  return language === 'zh' ? `Atelier 积分明细 ${days}` : `Atelier credits ${days}`
}
