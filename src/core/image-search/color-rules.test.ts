import { expect, it } from 'vitest'
import { bitOfColor, colors, dominantColors } from './color-rules.ts'

/** An image of these colours, each as many pixels. */
function image(...parts: [hex: string, pixels: number][]): Uint8Array {
  return Buffer.concat(
    parts.flatMap(([hex, pixels]) => Array.from({ length: pixels }, () => Buffer.from(hex, 'hex'))),
  )
}

function names(pixels: Uint8Array): string[] {
  return colors.filter((color) => dominantColors(pixels) & bitOfColor(color))
}

it.each([
  ['ff0000', 'red'],
  ['c01020', 'red'],
  ['ff8800', 'orange'],
  ['ffe000', 'yellow'],
  ['20a040', 'green'],
  ['10a8a8', 'teal'],
  ['2040e0', 'blue'],
  ['7020d0', 'purple'],
  ['ff60c0', 'pink'],
  ['ffb0b0', 'pink'],
  ['7a4a20', 'brown'],
  ['101010', 'black'],
  ['00002a', 'black'],
  ['808080', 'gray'],
  ['fafafa', 'white'],
])('%s is %s', (hex, name) => {
  expect(names(image([hex, 10]))).toEqual([name])
})

it('names what covers 15 % of an image, and the most frequent colour of any image', () => {
  expect(names(image(['ff0000', 70], ['2040e0', 15], ['fafafa', 15]))).toEqual([
    ...['red', 'blue', 'white'],
  ])
  expect(names(image(['ff0000', 72], ['2040e0', 14], ['fafafa', 14]))).toEqual(['red'])
  const ten = ['ff0000', 'ff8800', 'ffe000', '20a040', '10a8a8', '2040e0', '7020d0', '101010']
  expect(names(image(...ten.map((hex): [string, number] => [hex, 10]), ['fafafa', 11]))).toEqual([
    'white',
  ])
})
