import { ModelDetails } from './model-details.tsx'
import { NewModel } from './new-model.tsx'

/** A model by its type and id, or a new one. */
export function ModelPage({ id }: { id: string }) {
  return id === 'new' ? <NewModel /> : <ModelDetails id={id} />
}
