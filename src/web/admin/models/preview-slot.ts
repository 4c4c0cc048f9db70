import { createContext, type ReactNode } from 'react'
import type { Model } from '#core/models/rules/model.ts'

/** Renders the form of a model, which is another feature’s; the app sets it. */
export type RenderPreview = (model: Model) => ReactNode

export const PreviewSlot = createContext<RenderPreview>(() => null)
