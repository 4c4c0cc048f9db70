import { describe, expect, it } from 'vitest'
import { vace } from '#core/models/definitions/vace.ts'
import { initialValues } from '#core/models/rules/form-values.ts'
import { fluxDev, fluxSchnell } from '#testing/models.ts'
import type { Draft } from './draft.ts'
import { isReplaced, keepParent } from './keep-parent.ts'

const parentId = '0199f3a2-7c1e-7b1a-8d2f-5c9e3b7a1d44'
const values = { ...initialValues(fluxDev), prompt: 'A lighthouse by the sea' }
const draft: Draft = { model: fluxDev, values, setAside: {}, isWanted: false, parentId }

const parentAfter = (own: Record<string, unknown>, base = draft) =>
  keepParent(base, { ...base, values: { ...base.values, ...own } }).parentId

describe('a form that is filled in from a generation', () => {
  it('keeps its parent while it is edited', () => {
    expect(parentAfter({ prompt: 'A lighthouse by the sea at night' })).toBe(parentId)
    expect(parentAfter({ prompt: 'A red lighthouse by the sea' })).toBe(parentId)
    expect(parentAfter({ seed: 7, num_images: 4, image_size: 'square' })).toBe(parentId)
    expect(keepParent(draft, { ...draft, isPublic: false }).parentId).toBe(parentId)
  })

  it('loses its parent when its prompt is deleted or replaced, or another model selected', () => {
    for (const prompt of ['', '  ', 'x', 'Two foxes in the snow', 'A'])
      expect(parentAfter({ prompt })).toBeUndefined()
    expect(keepParent(draft, { ...draft, model: fluxSchnell }).parentId).toBeUndefined()
  })

  it('loses its parent when a file is replaced or removed; one that is added replaces nothing', () => {
    const given = {
      ...initialValues(vace),
      prompt: 'a fox',
      video_url: '/media/1/a.mp4',
      ref_image_urls: ['/media/2/b.png'],
    }
    const again: Draft = { ...draft, model: vace, values: given }
    expect(parentAfter({ video_url: '/media/9/z.mp4' }, again)).toBeUndefined()
    expect(parentAfter({ video_url: '' }, again)).toBeUndefined()
    expect(parentAfter({ ref_image_urls: ['/media/3/c.png'] }, again)).toBeUndefined()
    expect(parentAfter({ ref_image_urls: ['/media/3/c.png', '/media/2/b.png'] }, again)).toBe(
      parentId,
    )
    expect(parentAfter({ mask_image_url: '/media/4/d.png' }, again)).toBe(parentId)
  })

  it('gets the other parent when another generation fills it in', () => {
    const other = '0199f3a2-7c1e-7b1a-8d2f-5c9e3b7a1d45'
    expect(
      keepParent(draft, { ...draft, values: { ...values, prompt: 'x' }, parentId: other }).parentId,
    ).toBe(other)
  })
})

it.each([
  ['', 'a', false],
  ['abcd', 'abcd', false],
  ['abcd', 'abXcd', false],
  ['abcd', 'ab', false],
  ['abcd', 'a', true],
  ['aaaa', 'a', true],
  ['abcd', 'wxyz', true],
  ['海边的灯塔', '夜晚海边的灯塔', false],
  ['海边的灯塔', '雪中的狐狸', true],
])('isReplaced(%j, %j) is %j', (before, next, expected) =>
  expect(isReplaced(before, next)).toBe(expected),
)
