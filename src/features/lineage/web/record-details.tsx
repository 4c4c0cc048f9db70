export { LineageTree as default } from './lineage-tree.tsx'
