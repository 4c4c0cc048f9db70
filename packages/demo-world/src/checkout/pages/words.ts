import type { Language } from '../../frame/reader.ts'

const words = {
  en: {
    title: 'Simulated checkout',
    explain: 'This page stands in for Stripe. No card is asked for and no money moves.',
    payFor: 'Buying',
    to: 'For',
    total: 'Total',
    pay: (amount: string) => `Pay ${amount}`,
    later: 'Pay by a slow bank transfer',
    decline: 'Let the card be declined',
    cancel: 'Back without paying',
    declined: 'The card was declined. You have paid nothing.',
    endedTitle: 'This checkout has ended',
    ended: 'It was paid already, or the studio has started anew since. Nothing more is charged.',
    back: 'Back to Atelier',
  },
  zh: {
    title: '模拟付款',
    explain: '此页面代替 Stripe，不需要银行卡，也不会产生任何扣款。',
    payFor: '购买内容',
    to: '账号',
    total: '合计',
    pay: (amount: string) => `支付 ${amount}`,
    later: '银行转账（稍后到账）',
    decline: '模拟银行卡被拒',
    cancel: '不付款，返回',
    declined: '银行卡被拒，未产生任何扣款。',
    endedTitle: '此订单已结束',
    ended: '订单已付款，或本站已重新启动。不会再产生任何扣款。',
    back: '返回 Atelier',
  },
}

export function wordsIn(language: Language) {
  return words[language]
}

/** An amount of money as people write it. */
export function formatMoney(amount: number, currency: string, language: Language): string {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
