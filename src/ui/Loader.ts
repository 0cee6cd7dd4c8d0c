import '@mantine/core/styles/Loader.layer.css'

export { Loader } from '@mantine/core'
