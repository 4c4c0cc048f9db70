import { expect, it } from 'vitest'
import { fillPage } from './fill-page.ts'

const template = `<!doctype html>
<html lang="en" data-theme="dark">
  <head>
    <meta name="description" content="The product" />
    <title>Product</title>
    <!-- Why it is so -->
    <link rel="icon" href="/icon.svg" />
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/base-1.js">
    <link rel="stylesheet" crossorigin href="/assets/index-1.css">
  </head>
  <body>
    <div id="app"></div>
  </body>
</html>
`
const drawn = {
  path: '/zh/form',
  language: 'zh' as const,
  isSignedIn: false,
  title: 'A "form" & more',
  description: 'What <it> is',
  html: '<link rel="preload" as="image" href="/a.webp"/><form id="f"><button popoverTarget="x" class="a">$&</button></form>',
}
const files = {
  boot: 'assets/boot-1.js',
  page: ['assets/base-1.js', 'assets/form-1.js'],
  css: '.a{color:red}.b{color:red}',
}
const page = fillPage(template, drawn, files)

it('names the page in its language', () => {
  expect(page).toContain('<html lang="zh-CN"')
  expect(page).toContain('<title>A &quot;form&quot; &amp; more</title>')
  expect(page).toContain('content="What &lt;it> is"')
})

it('shows it from one file, and waits for no other', () => {
  expect(page).toContain('<style>.a{color:red}</style>')
  expect(page).not.toMatch(/<link rel="(stylesheet|modulepreload)"/)
  expect(page.match(/<script[^>]*>/g)).toEqual([
    '<script type="module" crossorigin fetchpriority="low" src="/assets/boot-1.js"' +
      ' data-app="/assets/index-1.js" data-style="/assets/index-1.css"' +
      ' data-early="/assets/index-1.js /assets/base-1.js /assets/form-1.js">',
  ])
  expect(page).not.toContain('<!--')
})

it('does nothing by itself that only the app can do', () => {
  expect(page).toContain(
    '<div id="app" data-static><form method="dialog" autocomplete="off" id="f">' +
      '<button class="a">$&</button></form><span id="drawn" hidden></span></div>',
  )
})

it('hands its data to the app, whatever texts are in it', () => {
  const text = '</script><script>alert(1)</script><!-- $&'
  const data = JSON.stringify([[['key'], text]])
  const filled = fillPage(template, { ...drawn, data }, files)
  const [, found = ''] =
    /<script type="application\/json" id="page-data">(.*?)<\/script>/.exec(filled) ?? []
  expect(JSON.parse(found)).toEqual([[['key'], text]])
  expect(filled).not.toContain('<script>')
  expect(page).not.toContain('page-data')
})

it('fetches the app at once for a visitor who may be signed in', () => {
  expect(page).not.toContain('data-start')
  expect(fillPage(template, { ...drawn, isSignedIn: true }, files)).toContain('data-start="now"')
})
