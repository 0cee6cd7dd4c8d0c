import { loadChunk } from '../../platform/loadChunk.ts'

/** Loads the panel, which is a separate chunk because few visits need it. */
export const loadForgotPassword = () => loadChunk(() => import('./forgotPassword/ForgotPassword.tsx'))
