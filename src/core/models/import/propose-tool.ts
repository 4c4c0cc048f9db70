import type { Definition } from '../rules/definition.ts'
import { type ResultTool, toolInput } from '../rules/result-tools.ts'
import type { EndpointDocument } from './endpoint-document.ts'

/** Words of an endpoint's name that say what it does to a file. */
const namedBy: readonly (readonly [ResultTool, RegExp])[] = [
  [
    'remove-background',
    /(^|[/_-])(rembg|rmbg|birefnet|matting|(background|bg)[/_-]?(removal|remover?)|remove[/_-](background|bg))([/_-]|$)/,
  ],
  ['upscale', /(^|[/_-])(upscal(e|er|ing)|super[_-]?resolution|esrgan|(aura|cc)-?sr)([/_-]|$)/],
]

/** Where the name says nothing, the provider's first sentence may. */
const saidBy: readonly (readonly [ResultTool, RegExp])[] = [
  [
    'remove-background',
    /\b(remov(e|es|ing|al of) (the )?backgrounds?|background remov(al|er)|matting)\b/i,
  ],
  ['upscale', /\b(upscal(e|es|er|ers|ing)|super[- ]resolution)\b/i],
]

/**
 * Which tool an endpoint is, by its name or what its provider says about it; `undefined` where it
 * needs more than the file of a result.
 */
export function proposeTool(
  { endpoint, about }: Pick<EndpointDocument, 'endpoint' | 'about'>,
  definition: Pick<Definition, 'fields' | 'result'>,
): ResultTool | undefined {
  if (!toolInput(definition)) return undefined
  const find = (rules: typeof namedBy, text: string) =>
    rules.find(([, pattern]) => pattern.test(text))?.[0]
  const [first = ''] = /^.*?[.!?](?=\s|$)/.exec(about) ?? [about]
  return find(namedBy, endpoint.toLowerCase()) ?? find(saidBy, first)
}
