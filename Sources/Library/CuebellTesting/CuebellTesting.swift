@_exported public import CuebellSimulation
