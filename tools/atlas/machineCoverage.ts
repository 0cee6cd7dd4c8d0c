import { coverMachines } from './coverMachines.ts'

/** Computed during the import: Vite closes its module runner afterwards, and models are imported on demand. */
export const machineCoverage = await coverMachines()
