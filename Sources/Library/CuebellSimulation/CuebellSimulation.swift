@_exported public import Cuebell
@_exported public import DriftSimulation
