import { z } from 'zod'
import { isMailAddress } from '#core/mail/rules.ts'

/** E-mail addresses separated by commas or spaces, in lower case. */
export const emails = z.string().transform((text, issues): ReadonlySet<string> => {
  const addresses = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  for (const each of addresses.filter(
    (part) => !/^[^\s@;<>"]+@[^\s@;<>".]+(\.[^\s@;<>".]+)+$/.test(part),
  )) {
    issues.addIssue(
      `“${each}” is no e-mail address; write name@example.com, with commas between several`,
    )
  }
  return new Set(addresses)
})

/** Origins separated by commas or spaces, as browsers send them. */
export const origins = z.string().transform((text, issues): ReadonlySet<string> => {
  const given = text.split(/[\s,]+/).filter(Boolean)
  for (const each of given.filter((part) => !isOrigin(part))) {
    issues.addIssue(
      `“${each}” is no origin; write https://app.example, without a path, with commas between several`,
    )
  }
  return new Set(given)
})

function isOrigin(text: string): boolean {
  return /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text
}

/** An address, or a name with one in angle brackets. */
export const sender = z.string().transform((text, issues) => {
  const [, name = '', inBrackets] = /^([^<>\p{Cc}"]*)<([^<>]*)>$/u.exec(text) ?? []
  const address = inBrackets ?? text
  if (isMailAddress(address)) return { name: name.trim(), address }
  issues.addIssue(
    'must be an e-mail address such as studio@example.com or Studio <studio@example.com>',
  )
  return z.NEVER
})
