export { SharedFile } from './shared-file.tsx'
export { type ShareSettings, SharingDialog } from './sharing-dialog.tsx'
