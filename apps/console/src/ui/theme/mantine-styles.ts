// Resets of the component library. The provider in main.tsx writes its variables; component-styles.ts has its components.
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
