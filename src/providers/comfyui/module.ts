import { z } from 'zod'
import { address, defineProvider } from '../provider-module.ts'
import { createComfyUi } from './comfyui.ts'

const addresses = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(address).min(1).max(64))

/** ComfyUI servers on the operator's own machines. */
export const comfyUi = defineProvider({
  id: 'comfyui',
  environment: { COMFYUI_URLS: addresses.optional() },
  configuredBy: ['COMFYUI_URLS'],
  create: ({ COMFYUI_URLS: urls }, id) => (urls ? createComfyUi({ id, urls }) : null),
})
