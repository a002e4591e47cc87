#if arch(wasm32)
// The border of the module: Scripts/web.sh compiles it for WebAssembly.

/// Makes an engine, which each call names.
@_expose(wasm, "make") @_cdecl("cuebell_make")
public func make() -> UnsafeMutableRawPointer {
  let engine = UnsafeMutablePointer<PageEngine>.allocate(capacity: 1)
  engine.initialize(to: PageEngine())
  return UnsafeMutableRawPointer(engine)
}

/// The bytes of a call are written into memory of the module, which `release` gives back.
@_expose(wasm, "allocate") @_cdecl("cuebell_allocate")
public func allocate(_ size: Int) -> UnsafeMutableRawPointer { .allocate(byteCount: size, alignment: 8) }

/// Gives back memory of `allocate` or of an answer.
@_expose(wasm, "release") @_cdecl("cuebell_release")
public func release(_ memory: UnsafeMutableRawPointer) { memory.deallocate() }

/// Answers a call in UTF-8: four bytes tell the length of the answer, which follows.
@_expose(wasm, "answer") @_cdecl("cuebell_answer")
public func answer(
  _ engine: UnsafeMutableRawPointer, _ call: UnsafePointer<UInt8>, _ length: Int
) -> UnsafeMutableRawPointer {
  let text = String(decoding: UnsafeBufferPointer(start: call, count: length), as: UTF8.self)
  let answer = engine.assumingMemoryBound(to: PageEngine.self).pointee.answer(text).utf8
  let memory = UnsafeMutableRawPointer.allocate(byteCount: answer.count + 4, alignment: 8)
  memory.storeBytes(of: UInt32(answer.count), as: UInt32.self)
  var end = memory + 4
  for byte in answer {
    end.storeBytes(of: byte, as: UInt8.self)
    end += 1
  }
  return memory
}
#endif
