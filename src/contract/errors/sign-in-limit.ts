/** What a person reads whose network signs in too often; `{seconds}` is filled in. */
export const signInLimit = {
  title: { en: 'Too many sign-ins at once', zh: '登录过于频繁' },
  text: {
    en: 'There were too many sign-ins from your network within a minute. Nothing is wrong with your account. Try again in {seconds} s.',
    zh: '您所在的网络在一分钟内登录次数过多，您的账户没有问题。请在 {seconds} 秒后重试。',
  },
  again: { en: 'Try again', zh: '重试' },
  start: { en: 'Home', zh: '返回首页' },
} as const
