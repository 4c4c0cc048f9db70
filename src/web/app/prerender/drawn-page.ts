/** A page as it looks before anything is known about its reader. */
export type DrawnPage = { path: string; lang: string; title: string; description: string; html: string }
