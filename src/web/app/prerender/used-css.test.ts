import { expect, it } from 'vitest'
import { usedCss } from './used-css.ts'

const html = '<div class="a hover:b [&amp;&gt;p]:c"><p>Words</p></div>'
const used = (css: string) => usedCss(css, html)

it('keeps what a page uses, whatever its state', () => {
  for (const css of [
    '.a{color:red}',
    '.hover\\:b:hover{color:red}',
    '.\\[\\&\\>p\\]\\:c>p{color:red}',
    '.a:not(.gone){color:red}',
    ':where(.gone,.a)>p{color:red}',
    '*,:before{color:red}',
    'html:lang(zh){color:red}',
    ':root[data-theme=light]{color:red}',
    'p::selection{color:red}',
    '@layer base,utilities;',
    '@property --x{syntax:"*";inherits:false}',
  ])
    expect(used(css)).toBe(css)
})

it('leaves out what it has no use for', () => {
  for (const css of [
    '.gone{color:red}',
    'dialog{color:red}',
    '.a .gone{color:red}',
    ':where(.gone)>p{color:red}',
    '@media (width>=10px){.gone{color:red}}',
    '@layer utilities{.gone{color:red}}',
  ])
    expect(used(css)).not.toContain('color')
  expect(used('.gone,.a{color:red}')).toContain('.a')
})
