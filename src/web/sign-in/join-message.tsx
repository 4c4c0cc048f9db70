import type { ReactNode } from 'react'

type JoinMessageProps = { title: string; text: string; children?: ReactNode }

/** One message in the middle of the page, with what can be done. Announced when it changes. */
export function JoinMessage({ title, text, children }: JoinMessageProps) {
  return (
    <div
      role="status"
      className="m-auto flex w-full max-w-md flex-col items-center px-6 py-12 text-center"
    >
      <h1 className="text-title text-balance wrap-anywhere">{title}</h1>
      <p className="mt-3 text-prompt text-balance wrap-anywhere text-quiet">{text}</p>
      {children && <div className="mt-8 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}
