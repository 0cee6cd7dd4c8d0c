/** Loads the panel, which is a separate chunk because few visits need it. */
export const loadForgotPassword = () => import('./forgotPassword/ForgotPassword.tsx')
