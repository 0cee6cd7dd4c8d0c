/** The panel is a chunk of its own: most people never need it. */
export const loadForgotPassword = () => import('./forgotPassword/ForgotPassword.tsx')
