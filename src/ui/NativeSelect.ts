import '@mantine/core/styles/Input.layer.css'

export { NativeSelect } from '@mantine/core'
