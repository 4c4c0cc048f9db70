import { createContext } from 'react'

/** What the slots of a form know of the form they stand in. */
export type FormInputs = {
  /** The form's generation type: files on their way belong to it. */
  form: string
  values: Readonly<Record<string, unknown>>
  /** The field that a file being dragged would go to. */
  landing: string | undefined
}

export const FormInputs = createContext<FormInputs>({ form: '', values: {}, landing: undefined })
