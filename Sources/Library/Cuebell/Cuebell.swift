@_exported public import WorkoutEngine
@_exported public import WorkoutFiles
@_exported public import WorkoutModel
