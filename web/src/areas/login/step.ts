import './login.css'

export type Step = 'sign-in' | 'choose' | 'forgotten' | 'reset'
