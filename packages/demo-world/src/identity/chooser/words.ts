import type { Language } from '../../frame/reader.ts'

const words = {
  en: {
    title: 'Choose an account',
    purpose: 'to continue to Atelier',
    other: 'Another e-mail address',
    notAnAddress: 'That is not an e-mail address.',
    submit: 'Continue',
    cancel: 'Cancel',
    note: 'This sign-in is part of the demo and stands in for Google. It asks for no password and does not exist outside demo mode.',
    ended: 'This sign-in has ended',
    endedNote: 'It was left open too long, or was already used. Nothing happened to your account.',
    back: 'Back to Atelier',
  },
  zh: {
    title: '选择账号',
    purpose: '以继续使用 Atelier',
    other: '其他邮箱地址',
    notAnAddress: '这不是有效的邮箱地址。',
    submit: '继续',
    cancel: '取消',
    note: '这是演示自带的登录页，用来代替 Google。它不需要密码，也只存在于演示模式中。',
    ended: '这次登录已失效',
    endedNote: '页面打开的时间过长，或者已经使用过。你的账号没有任何变化。',
    back: '返回 Atelier',
  },
}

export type Words = (typeof words)['en']

export function wordsIn(language: Language): Words {
  return words[language]
}
