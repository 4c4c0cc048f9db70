import type { Language } from '#contract/languages.ts'

/** What stands on the payment provider's page and bill. */
export function billText(credits: number, language: Language): string {
  return language === 'zh'
    ? `Atelier ${credits.toLocaleString('zh')} 积分`
    : `${credits.toLocaleString('en')} Atelier credits`
}
